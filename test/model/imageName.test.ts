import assert from 'node:assert/strict';
import { imageTag } from '../../src/model/imageName';

describe('the tag of an image', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const tags: readonly [image: string, tag: string][] = [
    ['nginx', 'latest'],
    ['nginx:1.25', '1.25'],
    ['registry:5000/team/app', 'latest'],
    ['registry.example.com/app:v1', 'v1'],
    [`nginx@${digest}`, ''],
    [`nginx:latest@${digest}`, 'latest'],
    // What cannot be read has no tag, and is pulled only if it is not there.
    ['Nginx', ''],
    [' nginx', ''],
    ['nginx latest', ''],
    ['', ''],
    ['a'.repeat(64), ''],
    [`example.com/${'a'.repeat(243)}`, 'latest'],
    [`example.com/${'a'.repeat(244)}`, ''],
  ];
  for (const [image, tag] of tags) {
    it(`is ${JSON.stringify(tag)} for ${JSON.stringify(image.slice(0, 40))} (${image.length} characters)`, () => {
      assert.equal(imageTag(image), tag);
    });
  }
});
