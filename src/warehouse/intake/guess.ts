import { COLUMN_NAMES, COLUMNS, type ColumnName, type Profile } from '../profile.ts';

/** What shops call our columns; spaces, case and punctuation do not matter. The first that fits is taken. */
const NAMES: Readonly<Record<ColumnName, readonly string[]>> = {
  order_id: [
    'order_id',
    'order no',
    'order number',
    'order #',
    'order ref',
    'order reference',
    'orderid',
    'invoice no',
    'invoice id',
    'transaction id',
    'sale id',
    'order',
    'Name',
    '訂單編號',
    '訂單號碼',
    '訂單號',
    '订单编号',
    '注文番号',
    'Bestellnummer',
    'Bestellnr',
    'Auftragsnummer',
    'Auftragsnr',
    'pedido',
  ],
  ordered_at: [
    'ordered_at',
    'order date',
    'order time',
    'created at',
    'order purchase timestamp',
    'invoice date',
    'purchase date',
    'sold at',
    'date',
    'timestamp',
    'when',
    '訂單日期',
    '訂購日期',
    '下單時間',
    '成立時間',
    '下单时间',
    '注文日',
    'Bestelldatum',
    'Auftragsdatum',
    'Datum',
    'fecha',
  ],
  category: [
    'category',
    'main category',
    'department',
    'dept',
    'product category',
    'product category name english',
    'product category name',
    'category name',
    'product type',
    '商品類別',
    '類別',
    '主類別',
    '大類',
    '分類',
    '商品分类',
    'カテゴリ',
    'Kategorie',
    'Warengruppe',
    'Abteilung',
    'categoria',
  ],
  sub_category: [
    'sub_category',
    'subcategory',
    'section',
    'sub department',
    'sub dept',
    'product subcategory',
    'subcategory name',
    'sub',
    '子類別',
    '次類別',
    '小類',
    '中類',
    '子分類',
    '子分类',
    'Unterkategorie',
    'Untergruppe',
  ],
  product_id: [
    'product_id',
    'sku',
    'lineitem sku',
    'item sku',
    'stock code',
    'product code',
    'item id',
    'item #',
    '商品編號',
    '商品代碼',
    '貨號',
    '商品编号',
    '商品コード',
    'Artikelnummer',
    'Artikelnr',
  ],
  product_name: [
    'product_name',
    'lineitem name',
    'item name',
    'product',
    'description',
    'title',
    '商品名稱',
    '品名',
    '商品名称',
    '商品名',
    'Artikel',
  ],
  tags: ['tags', 'labels', '標籤', '标签'],
  amount: [
    'amount',
    'line total',
    'lineitem total',
    'order line total',
    'item total',
    'total price',
    'total',
    'sales',
    'lineitem price',
    'item cost',
    'net sales',
    'price',
    'net',
    '金額',
    '小計',
    '銷售金額',
    '金额',
    'Betrag',
    'Preis',
    'importe',
  ],
  payment_method: [
    'payment_method',
    'payment method title',
    'payment type',
    'payment',
    'paid with',
    'tender',
    '付款方式',
    '支付方式',
    '支払方法',
    'Zahlungsart',
    'Zahlart',
    'Zahlung',
  ],
  merchant_id: [
    'merchant_id',
    'seller id',
    'vendor',
    'store id',
    'shop id',
    'store',
    'branch',
    'merchant',
    'seller',
    '商家編號',
    '店家',
    '賣家',
    '門市',
    '店铺',
    '店舗',
    'Filiale',
  ],
  member_id: [
    'member_id',
    'customer unique id',
    'customer id',
    'user id',
    'client id',
    'buyer id',
    'email',
    'email (billing)',
    'customer',
    '會員編號',
    '會員',
    '顧客編號',
    '会员编号',
    '会員番号',
    'Kundennummer',
    'Kundennr',
  ],
  status: ['status', 'order status', 'financial status', '訂單狀態', '订单状态', '注文状況', 'Bestellstatus'],
};

export interface Guess {
  /** Our column → theirs, where the names tell. */
  readonly columns: Readonly<Partial<Record<ColumnName, string>>>;
  /** Required columns that none of theirs looks like. */
  readonly missing: readonly ColumnName[];
}

/** Guesses which of a file's columns is which of ours: what was said goes before, and no column is taken twice. */
export function guessColumns(found: readonly string[], { columns = {}, set = {} }: Profile): Guess {
  const byKey = new Map(found.toReversed().map((name) => [plainName(name), name]));
  const taken = new Set<string>(Object.values(columns));
  const guessed: Partial<Record<ColumnName, string>> = {};
  for (const name of COLUMN_NAMES) {
    if (set[name] !== undefined) continue;
    const theirs =
      columns[name] ??
      NAMES[name]
        .map((each) => byKey.get(plainName(each)))
        .find((each) => each !== undefined && !taken.has(each));
    if (theirs === undefined || !found.includes(theirs)) continue;
    taken.add(theirs);
    guessed[name] = theirs;
  }
  return {
    columns: guessed,
    missing: COLUMN_NAMES.filter(
      (name) => COLUMNS[name].isRequired && guessed[name] === undefined && set[name] === undefined,
    ),
  };
}

/** A name without what does not matter: spaces, case and punctuation. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]/gu, '');
}
