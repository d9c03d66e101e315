/** The variables that the editor sets in its four default themes, as far as the page reads them. */
export interface TestTheme {
  readonly name: string;
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

const fonts = {
  'font-family': 'system-ui, "DejaVu Sans", sans-serif',
  'font-size': '13px',
  'font-weight': 'normal',
  'editor-font-family': '"DejaVu Sans Mono", monospace',
  'editor-font-size': '14px',
  'editor-font-weight': 'normal',
};

export const THEMES: readonly TestTheme[] = [
  {
    name: 'dark',
    bodyClass: 'vscode-dark',
    variables: {
      ...fonts,
      foreground: '#cccccc',
      descriptionForeground: '#9d9d9d',
      'editor-background': '#1f1f1f',
      'editor-foreground': '#cccccc',
      'sideBar-background': '#181818',
      focusBorder: '#0078d4',
      'progressBar-background': '#0078d4',
      'textLink-foreground': '#4daafc',
      'textLink-activeForeground': '#4daafc',
      errorForeground: '#f85149',
      'charts-red': '#f14c4c',
      'charts-blue': '#3794ff',
      'charts-yellow': '#cca700',
      'charts-orange': '#d18616',
      'charts-green': '#89d185',
      'charts-purple': '#b180d7',
      'button-background': '#0078d4',
      'button-foreground': '#ffffff',
      'button-hoverBackground': '#026ec1',
      'button-border': 'rgba(255, 255, 255, 0.07)',
      'button-secondaryBackground': '#313131',
      'button-secondaryForeground': '#cccccc',
      'button-secondaryHoverBackground': '#3c3c3c',
      'input-background': '#313131',
      'input-foreground': '#cccccc',
      'input-placeholderForeground': '#989898',
      'settings-textInputBorder': '#3c3c3c',
      'dropdown-border': '#3c3c3c',
      'dropdown-background': '#313131',
      'settings-dropdownBackground': '#313131',
      'settings-dropdownBorder': '#3c3c3c',
      'dropdown-foreground': '#cccccc',
      'dropdown-listBackground': '#1f1f1f',
      'list-activeSelectionBackground': '#04395e',
      'list-activeSelectionForeground': '#ffffff',
      'list-hoverBackground': '#2a2d2e',
      'checkbox-background': '#313131',
      'checkbox-border': '#3c3c3c',
      'settings-checkboxForeground': '#cccccc',
      'panelTitle-activeBorder': '#0078d4',
      'panelTitle-activeForeground': '#cccccc',
      'panelTitle-inactiveForeground': '#9d9d9d',
      'panel-background': '#181818',
      'panel-border': '#2b2b2b',
      'menu-background': '#1f1f1f',
      'menu-foreground': '#cccccc',
      'menu-border': '#454545',
      'menu-selectionBackground': '#0078d4',
      'menu-selectionForeground': '#ffffff',
      'editorHoverWidget-background': '#202020',
      'editorHoverWidget-foreground': '#cccccc',
      'editorHoverWidget-border': '#454545',
      'badge-background': '#616161',
      'badge-foreground': '#f8f8f8',
      'icon-foreground': '#cccccc',
      'toolbar-hoverBackground': 'rgba(90, 93, 94, 0.31)',
    },
  },
  {
    name: 'light',
    bodyClass: 'vscode-light',
    variables: {
      ...fonts,
      foreground: '#3b3b3b',
      descriptionForeground: '#5f5f5f',
      'editor-background': '#ffffff',
      'editor-foreground': '#3b3b3b',
      'sideBar-background': '#f8f8f8',
      focusBorder: '#005fb8',
      'progressBar-background': '#005fb8',
      'textLink-foreground': '#005fb8',
      'textLink-activeForeground': '#005fb8',
      errorForeground: '#c72e0f',
      'charts-red': '#e51400',
      'charts-blue': '#1a85ff',
      'charts-yellow': '#bf8803',
      'charts-orange': '#d18616',
      'charts-green': '#388a34',
      'charts-purple': '#652d90',
      'button-background': '#005fb8',
      'button-foreground': '#ffffff',
      'button-hoverBackground': '#0258a8',
      'button-border': 'rgba(0, 0, 0, 0.1)',
      'button-secondaryBackground': '#e5e5e5',
      'button-secondaryForeground': '#3b3b3b',
      'button-secondaryHoverBackground': '#cccccc',
      'input-background': '#ffffff',
      'input-foreground': '#3b3b3b',
      'input-placeholderForeground': '#767676',
      'settings-textInputBorder': '#cecece',
      'dropdown-border': '#cecece',
      'dropdown-background': '#ffffff',
      'settings-dropdownBackground': '#ffffff',
      'settings-dropdownBorder': '#cecece',
      'dropdown-foreground': '#3b3b3b',
      'dropdown-listBackground': '#ffffff',
      'list-activeSelectionBackground': '#e8e8e8',
      'list-activeSelectionForeground': '#000000',
      'list-hoverBackground': '#f2f2f2',
      'checkbox-background': '#f8f8f8',
      'checkbox-border': '#cecece',
      'settings-checkboxForeground': '#3b3b3b',
      'panelTitle-activeBorder': '#005fb8',
      'panelTitle-activeForeground': '#3b3b3b',
      'panelTitle-inactiveForeground': '#3b3b3b',
      'panel-background': '#f8f8f8',
      'panel-border': '#e5e5e5',
      'menu-background': '#ffffff',
      'menu-foreground': '#3b3b3b',
      'menu-border': '#cecece',
      'menu-selectionBackground': '#005fb8',
      'menu-selectionForeground': '#ffffff',
      'editorHoverWidget-background': '#f8f8f8',
      'editorHoverWidget-foreground': '#3b3b3b',
      'editorHoverWidget-border': '#c8c8c8',
      'badge-background': '#cccccc',
      'badge-foreground': '#3b3b3b',
      'icon-foreground': '#3b3b3b',
      'toolbar-hoverBackground': 'rgba(184, 184, 184, 0.31)',
    },
  },
  highContrast('high-contrast', 'vscode-high-contrast', {
    foreground: '#ffffff',
    background: '#000000',
    border: '#6fc3df',
    focus: '#f38518',
    link: '#21a6ff',
    error: '#f48771',
    charts: ['#f14c4c', '#3794ff', '#cca700', '#d18616', '#89d185', '#b180d7'],
  }),
  highContrast('high-contrast-light', 'vscode-high-contrast vscode-high-contrast-light', {
    foreground: '#292929',
    background: '#ffffff',
    border: '#0f4a85',
    focus: '#006bbd',
    link: '#0f4a85',
    error: '#b5200d',
    charts: ['#e51400', '#1a85ff', '#bf8803', '#d18616', '#374e06', '#652d90'],
  }),
];

interface Contrast {
  readonly foreground: string;
  readonly background: string;
  readonly border: string;
  readonly focus: string;
  readonly link: string;
  readonly error: string;
  readonly charts: readonly [red: string, blue: string, yellow: string, orange: string, green: string, purple: string];
}

function highContrast(
  name: string,
  bodyClass: string,
  { foreground, background, border, focus, link, error, charts }: Contrast,
): TestTheme {
  const [red, blue, yellow, orange, green, purple] = charts;
  const surfaces = [
    'editor',
    'sideBar',
    'input',
    'dropdown',
    'checkbox',
    'panel',
    'menu',
    'editorHoverWidget',
    'settings-dropdown',
    'dropdown-list',
  ];
  const texts = [
    'editor-',
    'input-',
    'dropdown-',
    'menu-',
    'editorHoverWidget-',
    'button-',
    'button-secondary',
    'icon-',
    'badge-',
    'settings-checkbox',
  ];
  const borders = [
    'contrastBorder',
    'settings-textInputBorder',
    'dropdown-border',
    'settings-dropdownBorder',
    'checkbox-border',
    'panel-border',
    'menu-border',
    'editorHoverWidget-border',
    'button-border',
  ];
  const all = (keys: readonly string[], value: string): [string, string][] => keys.map((key) => [key, value]);
  return {
    name,
    bodyClass,
    variables: {
      ...fonts,
      foreground,
      descriptionForeground: foreground,
      ...Object.fromEntries(
        all(
          surfaces.map((surface) =>
            surface === 'dropdown-list'
              ? 'dropdown-listBackground'
              : surface === 'settings-dropdown'
                ? 'settings-dropdownBackground'
                : `${surface}-background`,
          ),
          background,
        ),
      ),
      ...Object.fromEntries(
        all(
          texts.map((text) => `${text}${text.endsWith('-') ? 'foreground' : 'Foreground'}`),
          foreground,
        ),
      ),
      ...Object.fromEntries(all(borders, border)),
      'button-background': background,
      'button-secondaryBackground': background,
      'badge-background': background,
      focusBorder: focus,
      contrastActiveBorder: focus,
      'textLink-foreground': link,
      'textLink-activeForeground': link,
      errorForeground: error,
      'panelTitle-activeBorder': border,
      'panelTitle-activeForeground': foreground,
      'panelTitle-inactiveForeground': foreground,
      'input-placeholderForeground': foreground,
      'charts-red': red,
      'charts-blue': blue,
      'charts-yellow': yellow,
      'charts-orange': orange,
      'charts-green': green,
      'charts-purple': purple,
    },
  };
}
