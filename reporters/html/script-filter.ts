/**
 * The filters. An element with `data-requirement` is a requirement, one with `data-for` is about a requirement, and one
 * with `data-row` is about an operation. The query of the page's URL holds the filter.
 */
export const filterScript = `
  const form = $('filters');
  const items = all('[data-requirement]');
  const mentions = all('[data-for]');
  const rows = all('[data-row]');
  const folds = all('details.chapter, details.operation, details.gap-group');
  const blocks = all('.chapter, .cell, .operation, .gap-group, .gap-reason, main > section').reverse();
  const counted = all('main > section h2 small').map((small) => ({ small, text: small.textContent, section: small.closest('section') }));
  const names = ['text', 'status', 'operation', 'level'];

  const wordsOf = (text) => text.toLowerCase().split(/\\s+/).filter(Boolean);
  const isOn = (list, operation) => !operation || list.split(' ').includes(operation);

  const apply = () => {
    const { text, status, operation, level } = Object.fromEntries(new FormData(form));
    const words = wordsOf(text);
    const active = Boolean(words.length || status || operation || level);
    const has = (each) => words.every((word) => each.includes(word));
    const ids = new Set();
    for (const { dataset } of items) {
      const fits = (!status || dataset.status === status) && (!level || dataset.level === level);
      if (fits && isOn(dataset.operations, operation) && has(dataset.text)) ids.add(dataset.requirement);
    }
    for (const each of items) each.hidden = !ids.has(each.dataset.requirement);
    for (const each of mentions) each.hidden = !ids.has(each.dataset.for) || !isOn(each.dataset.on || operation, operation);
    for (const each of rows) each.hidden = Boolean(status || level) || !isOn(each.dataset.row, operation) || !has(each.dataset.text);
    for (const each of all('.matrix tbody tr')) each.hidden = !isOn(each.dataset.operation, operation);
    for (const each of blocks) {
      const parts = '[data-requirement], [data-for], [data-row]';
      each.hidden = active && each.id !== 'matrix' && !all(parts, each).some((part) => !part.hidden);
    }
    for (const each of all('.matrix td a')) each.classList.toggle('dim', active && Boolean($(each.dataset.cell)?.hidden));
    for (const each of folds) if (active !== Boolean(each.dataset.opened)) {
      each.open = active;
      each.dataset.opened = active ? 'yes' : '';
    }
    for (const { small, text, section } of counted) {
      const parts = all('article, .observations tbody, .entry, .gap-group li', section);
      const left = parts.filter((part) => !part.hidden).length;
      small.textContent = active && parts.length ? left + ' of ' + parts.length : text;
    }
    $('nothing').hidden = ids.size > 0 || items.length === 0;
    form.querySelector('output').textContent = active ? ids.size + ' of ' + items.length : '';
  };

  const remember = () => {
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value)).toString();
    try { history.replaceState(history.state, '', (query ? '?' + query : location.pathname) + location.hash); } catch {}
  };
  const changed = () => { apply(); remember(); };
  const clear = () => { form.reset(); changed(); };

  const reveal = () => {
    const target = $(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest('[hidden]')) clear();
    for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
    target.scrollIntoView();
  };

  for (const [name, value] of new URLSearchParams(location.search))
    if (names.includes(name)) form.elements[name].value = value;
  form.hidden = false;
  form.addEventListener('input', changed);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(changed));
  addEventListener('hashchange', reveal);
  addEventListener('keydown', (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    form.elements.text.focus();
  });
  apply();
  reveal();
`;
