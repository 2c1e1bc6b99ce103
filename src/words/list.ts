export { traditionalChinese } from './zh-TW/index.ts';
