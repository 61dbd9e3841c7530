/** Questions, answers, results and lists. */
export const ANSWER_STYLES = `
.greeting { margin-bottom: 18px; font-size: 16px; line-height: 24px; white-space: pre-line; overflow-wrap: anywhere; }
.hint, .stage, .foot, .service { color: var(--muted); }
.hint, .stage, .foot { font-size: 13px; line-height: 20px; }
.turn { display: flex; flex-direction: column; gap: 10px; padding-bottom: 22px; }
.turn:last-child { min-height: calc(100% - 16px); padding-bottom: 0; }
.question {
  align-self: flex-end;
  flex: none;
  max-width: 88%;
  max-height: 160px;
  overflow-y: auto;
  padding: 8px 14px;
  border-radius: 16px;
  border-end-end-radius: 4px;
  background: var(--b-secondary);
  color: var(--b-on-secondary);
  font-size: 15px;
  font-weight: 400;
  overflow-wrap: anywhere;
  white-space: pre-line;
}
:is(.question, .buttons) bdi { display: block; }
.dark .question { border: 1px solid var(--line); }
.stage { display: flex; align-items: center; gap: 8px; }
.dots { width: 8px; height: 8px; border-radius: 4px; background: var(--link); }
@media (prefers-reduced-motion: no-preference) {
  .dots { animation: pulse 1.2s ease-in-out infinite; }
  @keyframes pulse { 50% { opacity: .25; } }
}
.text { overflow-wrap: anywhere; }
.text:empty { display: none; }
.text > * + * { margin-top: 8px; }
.text :is(p, li) { white-space: pre-line; }
.text :is(ul, ol) { padding-inline-start: 22px; }
.text li > * { margin-top: 2px; }
.text li + li { margin-top: 2px; }
pre { overflow-x: auto; padding: 10px 12px; border-radius: 8px; background: var(--sunken); }
code { font: 13px/20px ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
:not(pre) > code { padding: 1px 4px; border-radius: 4px; background: var(--sunken); }
.notice { padding: 10px 12px; border-radius: 10px; background: var(--sunken); font-size: 14px; line-height: 20px; }

.buttons { display: flex; flex-wrap: wrap; gap: 8px; }
.buttons button, .blocked button, .feedback form button, .switch button {
  min-height: 36px;
  padding: 6px 14px;
  border: 1px solid var(--line);
  border-radius: 18px;
  background: var(--surface);
  color: var(--link);
  font-size: 14px;
  line-height: 20px;
  text-align: start;
  overflow-wrap: anywhere;
}
.buttons button:hover:not(:disabled), .conversations button:hover { background: var(--sunken); }
.choices { flex-direction: column; align-items: stretch; }
.choices button { border-radius: 12px; border-color: var(--control); }
.choices button[aria-pressed=true] { border: 2px solid var(--focus); opacity: 1; }
.hint + .buttons { margin-top: 8px; }

h4 { margin-bottom: 6px; font-size: 14px; line-height: 20px; font-weight: 600; }
.result { display: flex; flex-direction: column; gap: 8px; }
.switch { display: flex; align-self: flex-start; padding: 2px; border-radius: 18px; background: var(--sunken); }
.switch button { min-height: 28px; padding: 2px 12px; border-color: transparent; background: transparent; color: var(--text); font-size: 13px; }
.switch button[aria-pressed=true] { background: var(--surface); border-color: var(--line); font-weight: 600; }
.chart { min-height: 160px; direction: ltr; }
.chart svg { max-width: 100%; height: auto; }
.figure { display: flex; align-items: baseline; flex-wrap: wrap; gap: 4px 10px; color: var(--muted); }
.figure data { font-size: 36px; line-height: 44px; font-weight: 600; color: var(--text); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.table { max-height: 320px; overflow: auto; border: 1px solid var(--line); border-radius: 10px; scrollbar-width: thin; }
table { width: 100%; border-collapse: separate; border-spacing: 0; font-size: 13px; line-height: 20px; }
th, td { padding: 7px 12px; text-align: start; vertical-align: top; font-weight: 400; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { position: sticky; top: 0; background: color-mix(in srgb, var(--text) 5%, var(--surface)); font-weight: 600; white-space: nowrap; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.unit { font-weight: 400; }
.cell { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; max-width: 260px; overflow-wrap: anywhere; }
.number .cell { display: inline; }
.foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 12px; }
.quiet { padding: 0 6px; border: 0; border-radius: 6px; background: transparent; color: var(--link); text-decoration: underline; text-underline-offset: 3px; min-height: 24px; }
details { flex: 1; min-width: 0; }
details > * + * { margin-top: 6px; }
details ul { padding-inline-start: 20px; }
summary { width: max-content; min-height: 28px; padding: 4px 0; border-radius: 6px; cursor: pointer; }
.feedback { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; }
.feedback .icon { width: 28px; height: 28px; border: 1px solid transparent; }
.feedback .icon[aria-pressed=true] { color: var(--text); border-color: var(--focus); background: var(--sunken); }
.feedback .icon[aria-pressed=true] svg { fill: color-mix(in srgb, var(--focus) 35%, transparent); }
.feedback form { display: flex; align-items: end; gap: 8px; width: 100%; margin-top: 6px; }
.feedback label { flex: 1; }
.feedback input { width: 100%; min-height: 36px; padding: 4px 10px; border: 1px solid var(--control); border-radius: 8px; background: var(--surface); color: var(--text); }
.conversations { margin-top: 12px; list-style: none; }
.conversations button { display: flex; align-items: baseline; justify-content: space-between; gap: 12px; width: 100%; padding: 10px 8px; border: 0; border-bottom: 1px solid var(--line); background: transparent; text-align: start; }
.conversations bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.conversations span { flex: none; font-size: 13px; color: var(--muted); }
@media (max-width: 479.98px) {
  .buttons button, .blocked button, .switch button { min-height: 44px; }
  .feedback .icon, .quiet { width: auto; min-width: 44px; min-height: 44px; }
}
`
