import assert from 'node:assert/strict';
import { diagnosticsOf } from '../features/support';

interface Filled {
  readonly wrap?: (name: string) => string;
  /** A line of its own before a field of the pod, and one behind it. */
  readonly lines?: readonly [before: string, after: string];
}

/** A Deployment that a template fills in: names, numbers, quantities, and lines that come and go. */
function filledIn({ wrap = (name) => FILLED[name] ?? 'web', lines }: Filled): string {
  const [before, after] = lines === undefined ? ['', ''] : lines.map((line) => `      ${line}\n`);
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${wrap('name')}
  labels:
    app: ${wrap('name')}
spec:
  replicas: ${wrap('replicas')}
  selector:
    matchLabels:
      app: ${wrap('name')}
  template:
    metadata:
      labels:
        app: ${wrap('name')}
    spec:
${before}      serviceAccountName: web
${after}      containers:
        - name: ${wrap('name')}
          image: registry/${wrap('image')}:${wrap('tag')}
          ports:
            - containerPort: ${wrap('port')}
          env:
            - name: LEVEL
              value: ${wrap('value')}
          resources:
            limits:
              cpu: ${wrap('cpu')}
              memory: ${wrap('memory')}Mi
`;
}

const FILLED: Readonly<Record<string, string>> = { replicas: '3', port: '80', cpu: '1', memory: '256', value: '"1"' };

const around =
  (open: string, close = '') =>
  (name: string): string =>
    `${open}${name}${close}`;

const LANGUAGES: readonly (readonly [what: string, template: Filled])[] = [
  ['words for sed', { wrap: around('replace_') }],
  ['words for whoever reads them', { wrap: around('YOUR_') }],
  ['FreeMarker', { wrap: around('${', '}'), lines: ['<#if a.b??>', '</#if>'] }],
  ['FreeMarker in square brackets', { wrap: around('${', '}'), lines: ['[#if a?has_content]', '[/#if]'] }],
  ['Velocity', { wrap: around('$!{', '}'), lines: ['#if($a)', '#end'] }],
  ['Handlebars', { wrap: around('{{{', '}}}'), lines: ['{{#if a}}', '{{/if}}'] }],
  ['Go with square brackets', { wrap: around('[[ .', ' ]]'), lines: ['[[ if .a ]]', '[[ end ]]'] }],
  ['Go with angle brackets', { wrap: around('<< .', ' >>'), lines: ['<< if .a >>', '<< end >>'] }],
  ['Go with braces and brackets', { wrap: around('{[ .', ' ]}'), lines: ['{[ if .a ]}', '{[ end ]}'] }],
  ['Template Toolkit', { wrap: around('[% ', ' %]'), lines: ['[% IF a %]', '[% END %]'] }],
  ['Terraform', { wrap: around('${', '}'), lines: ['%{ if a ~}', '%{ endif ~}'] }],
  ['Mako', { wrap: around('${', '}'), lines: ['% if a:', '% endif'] }],
  ['StringTemplate', { wrap: around('<', '>'), lines: ['<if(a)>', '<endif>'] }],
  ['StringTemplate with dollars', { wrap: around('$', '$'), lines: ['$if(a)$', '$endif$'] }],
  ['PHP', { wrap: around('<?= $', ' ?>'), lines: ['<?php if ($a): ?>', '<?php endif; ?>'] }],
  ['Blade', { wrap: around('{{ $', ' }}'), lines: ['@if($a)', '@endif'] }],
  ['Ruby', { wrap: around('<%= ', ' %>'), lines: ['<% if a %>', '<% end %>'] }],
  ['spruce', { wrap: around('(( grab ', ' ))') }],
  ['tokens between underscores', { wrap: around('__', '__') }],
  ['tokens between two at signs', { wrap: around('@@', '@@') }],
  ['tokens behind an at sign', { wrap: around('@') }],
  ['tokens between two percent signs', { wrap: around('%%', '%%') }],
  ['tokens between bars', { wrap: around('|', '|') }],
  ['tokens between hashes', { wrap: around('#', '#') }],
  ['tokens between tildes', { wrap: around('~', '~') }],
  ['tokens in two angle brackets', { wrap: around('<<', '>>') }],
  ['tokens in angle brackets', { wrap: around('<', '>') }],
  ['what is asked for in angle brackets', { wrap: (name) => `<the ${name}, default: 1>` }],
  ['tokens in braces', { wrap: around('{', '}') }],
  ['tokens in two square brackets', { wrap: around('[[', ']]') }],
  ['tokens behind two dollars', { wrap: around('$$') }],
  ['expressions of pipelines', { wrap: around('$[[ inputs.', ' ]]') }],
  ['variables of a kustomization', { wrap: (name) => `$(Deployment.web.spec.template.spec.containers[0].${name})` }],
  ['words on lines of their own', { lines: ['__EXTRA__', 'MORE_OF_IT'] }],
  [
    'words with what is there otherwise',
    {
      lines: [
        'WEB_MAIL-RELAY_IMAGE',
        'WEB_PORT|-port: "80"-|  # the usual one, unless somebody has given another one by a variable of the environment',
      ],
    },
  ],
  ['variables on lines of their own', { lines: ['$EXTRA', '%MORE%'] }],
  ['what is left out', { lines: ['...', '…'] }],
];

const errorsIn = (text: string): readonly string[] =>
  diagnosticsOf(text)
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

describe('Templates of other languages', () => {
  for (const [what, template] of LANGUAGES)
    it(`${what}: nothing in them is a mistake`, () => {
      assert.deepEqual(errorsIn(filledIn(template)), []);
    });

  it('say which word is to be filled in where they are no YAML', () => {
    const [found] = diagnosticsOf(filledIn({ lines: ['<#if a??>', '</#if>'] }));
    assert.equal(found?.message, 'kubectl cannot read this document: “<#if a??>” is to be filled in first');
  });

  it('are notes, where manifests stand among what is for people to read', () => {
    const whole = filledIn({});
    for (const text of [
      `How to deploy it\n\n${whole}`,
      `\`\`\`yaml\n${whole}\`\`\`\n`,
      `${whole}\nkubectl apply -f web.yaml\nkubectl get pods\n`,
    ]) {
      const [found, ...others] = diagnosticsOf(text);
      assert.deepEqual([found?.severity, others], ['information', []], text);
      assert.match(found?.message ?? '', /belongs to notes around its manifests$/);
    }
    assert.match(errorsIn(`apiVersion apps/v1\n${whole}`).join(), /cannot read/);
    assert.match(errorsIn(whole.replace('spec:', 'spec')).join(), /cannot read/);
  });

  const MISTAKES: readonly (readonly [what: string, text: string, says: RegExp])[] = [
    ['a line that is indented too far', filledIn({ lines: ['  tty: true', '#endpoint: a'] }), /cannot read/],
    ['a list that is not closed', filledIn({}).replace('registry/', '[registry/'), /cannot read/],
    ['a word where a quantity stands', filledIn({}).replace('cpu: 1', 'cpu: much'), /must be a quantity such as .*“much”/],
    ['a map where a text stands', filledIn({}).replace('value: "1"', 'value: {a: b}'), /must be a text/],
  ];
  for (const [what, text, says] of MISTAKES)
    it(`are not seen in ${what}`, () => {
      assert.match(errorsIn(text).join('\n'), says);
    });
});
