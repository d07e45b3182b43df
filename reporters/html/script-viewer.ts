/** The viewer: a dialog that shows an exchange of the page when its number is clicked. */
export const viewerScript = `
  const recorded = new Map(JSON.parse($('exchanges')?.textContent || '[]').map((entry) => [entry._id, entry]));
  const made = (name, className, ...content) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...content);
    return element;
  };
  const pretty = (text) => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; } };

  const headersOf = (headers) => {
    const list = headers.map(({ name, value }) => made('div', '', made('dt', '', name), made('dd', '', value)));
    return made('details', 'headers', made('summary', '', headers.length + (headers.length === 1 ? ' header' : ' headers')), made('dl', '', ...list));
  };
  const side = (title, line, text, note, headers) => {
    const code = made('pre', 'listing', made('code', '', text ? pretty(text) : ''));
    code.tabIndex = 0;
    code.setAttribute('role', 'group');
    code.setAttribute('aria-label', 'body of the ' + title.toLowerCase());
    const body = text ? code : made('p', 'empty', 'no body');
    return made('div', 'side', made('h3', '', title), made('p', 'line', line), body, made('p', 'empty', note), headersOf(headers));
  };

  let series = [];
  const heading = made('h2', '');
  heading.id = 'exchange-title';
  const about = made('p', 'numbers');
  const button = (text, act) => { const each = made('button', '', text); each.type = 'button'; each.addEventListener('click', act); return each; };
  const before = button('Previous', () => step(-1));
  const after = button('Next', () => step(1));
  const panes = made('div', 'exchange');
  const dialog = made('dialog', 'viewer', made('div', 'viewer-head', heading, before, after, button('Close', () => dialog.close())), about, panes);
  dialog.setAttribute('aria-labelledby', heading.id);

  const show = (id) => {
    const { request, response, time, comment, _operation } = recorded.get(id);
    const at = series.indexOf(id);
    dialog.dataset.id = id;
    heading.textContent = 'Exchange ' + id + (series.length > 1 ? ', ' + (at + 1) + ' of ' + series.length : '');
    about.textContent = [_operation, Math.round(time) + ' ms', comment].filter(Boolean).join(' \u00b7 ');
    panes.replaceChildren(
      side('Request', request.method + ' ' + request.url, request.postData?.text, '', request.headers),
      side('Response', response.status ? String(response.status) : 'none: ' + response._error, response.content.text, response.content.comment || '', response.headers),
    );
    before.disabled = at <= 0;
    after.disabled = at >= series.length - 1;
    try { history.replaceState(null, '', location.search + '#exchange-' + id); } catch {}
  };
  const step = (by) => show(series[series.indexOf(Number(dialog.dataset.id)) + by]);
  const view = (id, among) => {
    series = among.filter((each) => recorded.has(each));
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    show(id);
  };
  dialog.addEventListener('close', () => { try { history.replaceState(null, '', location.pathname + location.search); } catch {} });
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft' && !before.disabled) step(-1);
    if (key === 'ArrowRight' && !after.disabled) step(1);
  });

  const linked = (id, among) => {
    const link = made('a', 'number-link', String(id));
    link.href = '#exchange-' + id;
    link.addEventListener('click', (event) => { event.preventDefault(); view(id, among); });
    return link;
  };
  const numbersOf = (element) => all('[data-exchange]', element).map((each) => Number(each.dataset.exchange));
  for (const group of all('.numbers')) {
    const among = numbersOf(group);
    for (const each of all('[data-exchange]', group))
      if (recorded.has(Number(each.dataset.exchange))) each.replaceChildren(linked(Number(each.dataset.exchange), among));
  }

  const MOST_LINKS = 60;
  const purposes = new Map();
  for (const { _id, _requirements } of recorded.values())
    for (const id of _requirements) purposes.set(id, [...(purposes.get(id) || []), _id]);
  for (const entry of all('details.entry')) entry.addEventListener('toggle', () => {
    const ids = purposes.get(entry.dataset.requirement);
    if (!ids || entry.dataset.linked) return;
    entry.dataset.linked = 'yes';
    const shown = ids.slice(0, MOST_LINKS).flatMap((id) => [linked(id, ids), ' ']);
    const more = ids.length > MOST_LINKS ? ['and ' + (ids.length - MOST_LINKS) + ' more'] : [];
    entry.querySelector('.more').append(made('p', 'numbers', 'Exchanges made for it: ', ...shown, ...more));
  });
  const asked = () => {
    const id = Number(/^#exchange-(\\d+)$/.exec(location.hash)?.[1]);
    if (recorded.has(id)) view(id, [...recorded.keys()]);
  };
  addEventListener('hashchange', asked);
  asked();
`;
