/**
 * The page: its views, and the work that is done once. Each view loads when it is first opened, so
 * that the first picture comes soon.
 */
import { startFrame, type Views } from './frame.ts';

const VIEWS: Views = {
  gallery: { load: async () => (await import('./views/gallery.ts')).Gallery, first: 'picture' },
  draw: { load: async () => (await import('./views/draw-view.ts')).Draw, first: 'picture' },
  sudoku: { load: async () => (await import('./views/sudoku.ts')).Sudoku, first: 'judge' },
  text: { load: async () => (await import('./views/text.ts')).Writing },
  burr: { load: async () => (await import('./views/burr.ts')).Burr },
  dance: { load: async () => (await import('./views/dance.ts')).Dance },
};

const { give, notice } = startFrame(
  VIEWS,
  document.querySelector('main') as HTMLElement,
  document.querySelectorAll<HTMLAnchorElement>('nav a[data-view]'),
);

takeDroppedFiles();
registerOffline();
showErrors();

/** Opens files of BurrTools that are dropped anywhere on the page. */
function takeDroppedFiles(): void {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    // The browser would leave the page for the file.
    event.preventDefault();
    if (/\.xmpuzzle$/i.test(file.name)) void give('burr', file);
    else notice('Drop a file of BurrTools (.xmpuzzle) here; Write opens texts.');
  });
}

/** Shows a defect of the page instead of a page that does nothing. */
function showErrors(): void {
  const line = document.querySelector('.foot p') as HTMLElement;
  const show = (message: string) => {
    line.textContent = `This page has made a mistake: ${message}. Please report it.`;
  };
  addEventListener('error', ({ message }) => {
    // A board that takes another size while the window does: the browser reports it a frame later.
    if (!message.startsWith('ResizeObserver loop')) show(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => show(String(reason)));
}

/**
 * Lets the page work without a network from the second visit on. Browsers allow it on https and on
 * loopback.
 */
function registerOffline(): void {
  if (!('serviceWorker' in navigator) || !location.protocol.startsWith('http')) return;
  const register = () => {
    navigator.serviceWorker.register('./sw.js').catch(() => {
      // A page without it works as well, with a network.
    });
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
