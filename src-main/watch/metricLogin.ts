/** Who asks a Prometheus server; from the environment alone. */

type Environment = Readonly<Record<string, string | undefined>>;

/** What is sent along, as HTTP has it; undefined: nobody has to say who he is. */
export function metricAuthorization(environment: Environment): string | undefined {
  const { TRACELANE_PROMETHEUS_TOKEN: token, TRACELANE_PROMETHEUS_USER: user } = environment;
  return token ? `Bearer ${token}` : user ? `Basic ${Buffer.from(user).toString('base64')}` : undefined;
}

/** A window may name any server: who asks is told to the one alone that whoever started the program has named. */
export interface MetricLogin {
  readonly origin: string;
  readonly authorization: string;
}

export function metricLogin(environment: Environment): MetricLogin | undefined {
  const { TRACELANE_PROMETHEUS_URL: url = '' } = environment;
  const authorization = metricAuthorization(environment);
  return authorization !== undefined && URL.canParse(url) ? { origin: new URL(url).origin, authorization } : undefined;
}

/** Of this server. */
export function authorizationFor(address: string, login: MetricLogin | undefined): string | undefined {
  return login && URL.canParse(address) && new URL(address).origin === login.origin ? login.authorization : undefined;
}
