import { mix } from '../model/color';

/** The colors of the editor's theme, by what they mean here. */
export interface Theme {
  readonly background: string;
  readonly foreground: string;
  readonly muted: string;
  readonly border: string;
  /** Lines that only help the eye; quiet in every theme. */
  readonly grid: string;
  readonly accent: string;
  readonly focus: string;
  /** The version that the rollout leads to. */
  readonly current: string;
  /** Earlier versions, the latest of them first. */
  readonly earlier: readonly string[];
  readonly error: string;
  readonly warning: string;
  readonly highContrast: boolean;
  readonly fontFamily: string;
  readonly monoFamily: string;
}

function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const read = (fallback: string, ...names: string[]): string => {
    for (const name of names) {
      const value = style.getPropertyValue(`--vscode-${name}`).trim();
      if (value !== '') return value;
    }
    return fallback;
  };
  const highContrast = document.body.classList.contains('vscode-high-contrast');
  const background = read('#1f1f1f', 'editor-background');
  const foreground = read('#cccccc', 'foreground', 'editor-foreground');
  const muted = read(foreground, 'descriptionForeground');
  const blue = read('#3794ff', 'charts-blue');
  const others = [read('#b180d7', 'charts-purple'), read('#cca700', 'charts-yellow'), read(foreground, 'terminal-ansiCyan')];
  // The old version steps back, except where every bit of contrast counts.
  const calm = (color: string): string => (highContrast ? color : mix(color, muted, 0.55));
  return {
    background,
    foreground,
    muted,
    border: highContrast ? read(foreground, 'contrastBorder') : mix(foreground, background, 0.18),
    grid: mix(foreground, background, highContrast ? 0.35 : 0.18),
    accent: read(blue, 'progressBar-background', 'textLink-foreground'),
    focus: read(blue, 'focusBorder'),
    current: read('#89d185', 'charts-green'),
    earlier: [calm(blue), ...others],
    error: read('#f14c4c', 'errorForeground', 'charts-red'),
    // charts.orange is translucent in the editor's own themes.
    warning: read('#cca700', 'charts-yellow', 'editorWarning-foreground'),
    highContrast,
    fontFamily: read('sans-serif', 'font-family'),
    monoFamily: read('monospace', 'editor-font-family'),
  };
}

export interface ThemeSource {
  readonly current: Theme;
}

/** Reads the theme now and whenever the editor changes it. */
export function observeTheme(onChange: () => void): ThemeSource {
  const source = { current: readTheme() };
  const observer = new MutationObserver(() => {
    source.current = readTheme();
    onChange();
  });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  return source;
}

/** Does the user want things to jump rather than to move? */
export function reducedMotion(): boolean {
  return document.body.classList.contains('vscode-reduce-motion') || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
