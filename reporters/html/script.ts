/**
 * Filters and copying, which the page can be read without. It only ever shows, hides and selects what is there: no text
 * becomes markup.
 */
export const script = `
'use strict';
(() => {
  const form = document.getElementById('filters');
  const shown = [...document.querySelectorAll('[data-requirement]')];
  const mentions = [...document.querySelectorAll('[data-for]')];
  const rows = [...document.querySelectorAll('[data-on]')];
  const groups = [...document.querySelectorAll('.chapter, .cell, .operation, .gap-group, #failed, #warned, #waived, #known, #observed, #not-exercised')];
  const all = new Set(shown.map((each) => each.dataset.requirement)).size;

  const matches = ({ dataset }, { status, operation, level, text }) =>
    (!status || dataset.status === status) &&
    (!level || dataset.level === level) &&
    (!operation || dataset.operations.split(' ').includes(operation)) &&
    text.toLowerCase().split(/\\s+/).every((word) => dataset.text.includes(word));

  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const ids = new Set();
    for (const each of shown) {
      each.hidden = !matches(each, wanted);
      if (!each.hidden) ids.add(each.dataset.requirement);
    }
    for (const each of rows) each.hidden = Boolean(wanted.operation) && each.dataset.on !== wanted.operation;
    for (const each of mentions) each.hidden = !ids.has(each.dataset.for);
    for (const each of groups) each.hidden = !each.querySelector('[data-requirement]:not([hidden]), [data-for]:not([hidden])');
    form.querySelector('output').textContent = ids.size === all ? '' : ids.size + ' of ' + all;
  };

  const clear = () => { form.reset(); apply(); };
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(apply));

  addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.closest('[hidden]')) { clear(); target.scrollIntoView(); }
  });

  const copied = async (code) => {
    try { await navigator.clipboard.writeText(code.textContent); return true; } catch {}
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  };
  for (const button of document.querySelectorAll('.copy button')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      button.textContent = (await copied(button.parentElement.querySelector('code'))) ? 'Copied' : 'Select and copy';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
  }
  apply();
})();
`;
