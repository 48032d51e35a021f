import { show } from './main.ts';
import { readingBy } from './views/desk-view.ts';
import { work } from './worker/worker.ts';

// One text for both: what page and worker share is there once, and the worker starts from the page's own script.
if ('document' in globalThis) show(readingBy(document.getElementById('program')?.textContent ?? ''));
else work();
