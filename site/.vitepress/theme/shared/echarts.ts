/** The only file that knows ECharts: just the parts that are drawn with. It is fetched when a chart is. */
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, TitleComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([BarChart, LineChart, GridComponent, TitleComponent, TooltipComponent, CanvasRenderer]);

export { init };
