// All style sheets of the shell, in the order in which they may override one another.
import './base.css';
import '../../ui/ui.css';
import '../../ui/layout/layout.css';
import '../../ui/controls/controls.css';
import '../../ui/table/table.css';
import '../../ui/chart/chart.css';
import '../shell/shell.css';
import '../dialogs/dialogs.css';
import '../tree/tree.css';
import '../welcome/welcome.css';
import '../../panels/panels.css';
