import { expect, test } from 'vitest';
import { authorizationFor, metricLogin } from '../../../../src-main/watch/metricLogin';

const url = 'https://prometheus:9090/base';

test('who asks is told to the server that was named, and to no other', () => {
  const login = metricLogin({ TRACELANE_PROMETHEUS_URL: url, TRACELANE_PROMETHEUS_TOKEN: 'x' });
  expect(authorizationFor('https://prometheus:9090', login)).toBe('Bearer x');
  for (const other of ['https://prometheus', 'http://prometheus:9090', 'https://elsewhere:9090', 'no address'])
    expect(authorizationFor(other, login)).toBeUndefined();
});

test('without a server named, nobody is told; a user and password are sent as HTTP has them', () => {
  expect(metricLogin({ TRACELANE_PROMETHEUS_TOKEN: 'x' })).toBeUndefined();
  expect(metricLogin({ TRACELANE_PROMETHEUS_URL: url })).toBeUndefined();
  expect(metricLogin({ TRACELANE_PROMETHEUS_URL: url, TRACELANE_PROMETHEUS_USER: 'a:b' })?.authorization).toBe(
    'Basic YTpi',
  );
});
