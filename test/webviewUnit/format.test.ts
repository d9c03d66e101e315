import assert from 'node:assert/strict';
import { longestForm, shorten, shortenImage, shortImage } from '../../webview/model/format';
import { faded, mix, parseColor } from '../../webview/model/color';

describe('Formats', () => {
  it('keeps the telling end of a long name', () => {
    const short = shorten('payment-gateway-primary-5d8f7-x2kq9', 20);
    assert.equal(short.length, 20);
    assert.ok(short.startsWith('payment') && short.endsWith('x2kq9'), short);
  });

  it('leaves the registry out of an image and cuts a digest', () => {
    assert.equal(shortImage('registry.example.com:5000/library/nginx:1.9'), 'nginx:1.9');
    assert.equal(shortImage('nginx@sha256:0123456789abcdef0123456789abcdef'), 'nginx@0123456');
  });

  for (const [image, length, expected] of [
    ['registry.example.com/shop/checkout-service:2.15.0-rc.1', 40, 'checkout-service:2.15.0-rc.1'],
    ['registry.example.com/shop/checkout-service:2.15.0-rc.1', 20, 'che…vice:2.15.0-rc.1'],
    ['checkout-service:2.15.0-rc.1', 14, '…:2.15.0-rc.1'],
    ['checkout-service:2.15.0-rc.1', 8, '…2.1…c.1'],
    ['checkout-service', 9, 'chec…vice'],
    ['nginx:1.9', 9, 'nginx:1.9'],
  ] as const) {
    it(`keeps the version of ${image} whole as long as ${length} letters hold it`, () => {
      assert.equal(shortenImage(image, length), expected);
    });
  }

  it('takes the longest form that fits', () => {
    const fits = (text: string): boolean => text.length <= 11;
    assert.equal(
      longestForm(30, (length) => shorten('payment-gateway-primary', length), fits),
      'payme…imary',
    );
    assert.equal(
      longestForm(5, (length) => shorten('nginx', length), fits),
      'nginx',
    );
  });
});

describe('Colors', () => {
  for (const [text, expected] of [
    ['#fff', { red: 255, green: 255, blue: 255, alpha: 1 }],
    ['#89D185', { red: 137, green: 209, blue: 133, alpha: 1 }],
    ['#11223380', { red: 17, green: 34, blue: 51, alpha: 128 / 255 }],
    ['rgba(1, 2, 3, 0.5)', { red: 1, green: 2, blue: 3, alpha: 0.5 }],
    ['rgb(1 2 3)', { red: 1, green: 2, blue: 3, alpha: 1 }],
    ['tomato', undefined],
    ['#12345', undefined],
  ] as const) {
    it(`reads ${text}`, () => {
      assert.deepEqual(parseColor(text), expected);
    });
  }

  it('mixes by share and falls back to what can be read', () => {
    assert.equal(mix('#000000', '#ffffff', 0.25), 'rgb(191, 191, 191)');
    assert.equal(mix('tomato', '#ffffff', 0.25), '#ffffff');
    assert.equal(faded('#000000', 0.5), 'rgba(0, 0, 0, 0.5)');
  });
});
