/** The report's style sheet. The policy of the page names its hash: a change of it needs the hash that the test tells. */
export const STYLE_HASH = 'sha256-vPftMnCyGEKTIm8dNnY2kFVYKz5dHrZqJWjL8LmYbKo=';

/** Colours of the window (`base/theme`): surfaces by theme, the step's parts the same in both. */
export const STYLE = `
:root{color-scheme:light dark;--back:#eff1f4;--surface:#fff;--border:#dde1e7;--text:#1c2128;--muted:#5a6472;--link:#2459bd;--warning:#8a5a00;--code:#eef1f5}
@media (prefers-color-scheme:dark){:root{--back:#15171b;--surface:#1b1e23;--border:#2b3038;--text:#dce0e7;--muted:#9aa3b1;--link:#86aef7;--warning:#e5b655;--code:#272c34}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:14px/1.5 Inter,'Segoe UI',system-ui,-apple-system,'Liberation Sans','Noto Sans','PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:1100px;margin:0 auto;padding:0 24px}
header{padding-top:24px}
h1{font-size:22px;margin:0 0 8px}
h2{font-size:16px;margin:0 0 8px}
h3{font-size:14px;margin:0 0 4px}
section{background:var(--surface);border:1px solid var(--border);border-radius:8px;padding:14px 18px;margin:14px 0}
section>:last-child,article>:last-child{margin-bottom:0}
p,ul,ol,dl{margin:0 0 8px}
ul,ol{padding-left:20px}
a{color:var(--link)}
.first{font-size:15px}
.first li{margin:2px 0}
.muted{color:var(--muted)}
.warning{color:var(--warning)}
.rule{display:inline-block;min-width:2.2em;margin-right:6px;color:var(--muted);font-variant-numeric:tabular-nums}
.plain{list-style:none;padding:0}
.plain li{margin:2px 0}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px}
dt{color:var(--muted)}
dd{margin:0}
dd ul{margin:0;padding-left:18px}
article{border-top:1px solid var(--border);padding:12px 0}
article:first-of-type{border-top:0;padding-top:0}
.cost{color:var(--muted);margin-bottom:6px;font-variant-numeric:tabular-nums}
.cost b{color:var(--text)}
code{font-family:'JetBrains Mono','Cascadia Mono','SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono','Noto Sans Mono CJK SC',monospace;font-size:12px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:12px;width:100%}
th,td{padding:3px 8px;text-align:right;border-bottom:1px solid var(--border);font-variant-numeric:tabular-nums;vertical-align:top;overflow-wrap:normal;white-space:nowrap}
th{color:var(--muted);font-weight:500}
.name{text-align:left;overflow-wrap:anywhere;min-width:8em;white-space:normal}
svg{display:block;width:100%;height:auto;margin:8px 0}
svg text{fill:var(--text);font-size:12px}
svg .end{text-anchor:end}
.legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px}
.legend svg{display:inline-block;width:12px;height:12px;margin:0 6px 0 0;vertical-align:-1px}
.compute{fill:#497be1}.memory{fill:#7ed0ba}.communication{fill:#d27e21}.wait{fill:#9c3f46}.host{fill:#8ba2cb}.python{fill:#e0bd64}.runtime{fill:#7d53a0}.idle{fill:#7a7c7f}
footer{padding-bottom:32px;color:var(--muted);font-size:12px}
@media print{:root{--back:#fff;--surface:#fff;--border:#ccc;--text:#000;--muted:#444;--link:#000;--warning:#000;--code:#eee}body{font-size:11px}main,header,footer{max-width:none;padding:0}section{border:0;padding:0}article,svg,tr,li{break-inside:avoid}h2,h3{break-after:avoid}a{text-decoration:none}.scroll{overflow:visible}rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
