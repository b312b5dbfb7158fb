/** For phones first. Without picture or font from anywhere. */
export const STYLE = `:root{color-scheme:light dark;--line:#c3c9d2;--ink:#16191f;--soft:#566070;--page:#f5f6f8;--card:#fff;--act:#1f5fd0;--act-ink:#fff;--bad:#b3261e;--bad-page:#fdf0ef}
@media (prefers-color-scheme:dark){:root{--line:#4a5362;--ink:#eef0f4;--soft:#a9b2c0;--page:#12151a;--card:#1b1f26;--act:#7aa7ff;--act-ink:#0c1220;--bad:#ffb4ab;--bad-page:#3a1f1d}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem 3rem}
@media (min-width:40rem){main{margin:6vh auto;padding:2.5rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
p{margin:0 0 1rem}
.lines{white-space:pre-line;overflow-wrap:anywhere}
.soft,.help{color:var(--soft);font-size:.9rem}
.field{margin:0 0 1.1rem;padding:0;border:0;min-width:0}
label,legend{display:block;font-weight:600;padding:0;margin:0 0 .25rem;overflow-wrap:anywhere}
.choice{display:flex;gap:.6rem;align-items:flex-start;font-weight:400;margin:.35rem 0;padding:.2rem 0}
.choice input{flex:none;width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--act)}
input:not([type=checkbox],[type=radio],[type=file]),textarea,select{display:block;width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.65rem .75rem;min-height:2.9rem}
input[type=file]{max-width:100%;font:inherit}
textarea{min-height:8rem;resize:vertical}
:is(input,textarea,select,button,a):focus-visible{outline:3px solid var(--act);outline-offset:2px}
[aria-invalid=true]{border-color:var(--bad)!important}
.error{color:var(--bad);font-size:.95rem;margin:.3rem 0 0}
.help{margin:.3rem 0 0}
.problems{background:var(--bad-page);border-left:.3rem solid var(--bad);border-radius:.25rem;padding:.75rem 1rem;margin:0 0 1.25rem}
.problems p{margin:0 0 .25rem;font-weight:600}
.problems ul{margin:0;padding-left:1.2rem}
.problems a{color:inherit}
button{font:inherit;font-weight:600;color:var(--act-ink);background:var(--act);border:0;border-radius:.5rem;padding:.75rem 1.5rem;min-height:3rem;width:100%;cursor:pointer}
@media (min-width:40rem){button{width:auto}}
.trap{position:absolute;left:-10000px;width:1px;height:1px;overflow:hidden}`
