import { filterScript } from './script-filter.ts';
import { viewerScript } from './script-viewer.ts';

/**
 * Optional functions of the page: filters, the viewer of exchanges, and copying. Text of the target is only ever set as
 * the text of an element.
 */
export const script = `
'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
${filterScript}${viewerScript}
  const copied = async (code) => {
    try { await navigator.clipboard.writeText(code.textContent); return true; } catch {}
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  };
  for (const button of all('.copy button')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      button.textContent = (await copied(button.parentElement.querySelector('code'))) ? 'Copied' : 'Select and copy';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
  }
  addEventListener('beforeprint', () => { for (const each of all('.finding details:not(.waiving, .headers)')) each.open = true; });
})();
`;
