/** The parts of echarts that are used, and no others. Loaded with the first chart, not with the window. */
import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, BarChart, PieChart, ScatterChart, GridComponent, CanvasRenderer]);

export { init };
