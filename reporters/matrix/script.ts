/**
 * The filters of rows and columns. `data-said` contains the answer of each column in a row, separated by `|`. The query
 * of the page's URL holds the filter. Text of a target is only ever set as the text of an element.
 */
export const script = `
'use strict';
(() => {
  const form = document.getElementById('filters');
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const rows = all('tr.row').map((row) => ({ row, data: row.dataset, text: row.textContent.toLowerCase(), said: row.dataset.said.split('|') }));
  const cells = all('[data-column]').filter((each) => each.tagName !== 'ARTICLE');
  const articles = all('article[data-column]');
  const names = ['text', 'show', 'operation', 'from', 'to'];

  const apply = () => {
    const { text, show, operation, from, to } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().split(/\\s+/).filter(Boolean);
    const moves = from !== '' && to !== '' && from !== to;
    const failing = show.startsWith('in ') ? show.slice(3) : undefined;
    const known = (each) => each !== '' && each !== 'absent' && each !== 'not_exercised';
    let left = 0;
    const ids = new Set();
    for (const { row, data, text: own, said } of rows) {
      const [a, b] = moves ? [said[from], said[to]] : [];
      row.hidden = !(words.every((word) => own.includes(word)) && (!operation || data.operations.split(' ').includes(operation)) &&
        (show !== 'differ' || data.differs) && (failing === undefined || data.failing.split(' ').includes(failing)) &&
        (!moves || (a !== b && known(a) && known(b))));
      if (!row.hidden) { left += 1; if (row.id) ids.add(row.id); }
    }
    for (const each of cells) each.hidden = moves && each.dataset.column !== from && each.dataset.column !== to;
    for (const each of articles) each.hidden = !ids.has(each.dataset.for) || (failing !== undefined && each.dataset.column !== failing);
    for (const body of all('.statuses tbody')) body.hidden = !all('tr.row', body).some((row) => !row.hidden);
    const active = words.length || show || operation || moves;
    form.querySelector('output').textContent = active ? left + ' of ' + rows.length + ' rows' : '';
  };
  const changed = () => {
    apply();
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value)).toString();
    try { history.replaceState(history.state, '', (query ? '?' + query : location.pathname) + location.hash); } catch {}
  };
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden || target.closest('[hidden]')) { form.reset(); changed(); }
    target.scrollIntoView();
  };
  for (const [name, value] of new URLSearchParams(location.search)) if (names.includes(name)) form.elements[name].value = value;
  form.hidden = false;
  form.addEventListener('input', changed);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(changed));
  addEventListener('hashchange', reveal);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    form.elements.text.focus();
  });
  for (const button of all('.copy button')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const code = button.parentElement.querySelector('code');
      try { await navigator.clipboard.writeText(code.textContent); } catch { getSelection().selectAllChildren(code); }
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
  }
  apply();
  reveal();
})();
`;
