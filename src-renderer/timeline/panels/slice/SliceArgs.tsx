import { useTranslation } from 'react-i18next';
import type { ArgValue, SliceDetails } from '../../../../src-contract';
import { CopyButton } from '../../../ui/CopyButton';
import { NoticeLine } from '../../../ui/notices/NoticeLine';
import { type ArgView, argText, argViews, type TensorRow } from './argViews';
import { Fact } from './Fact';

/** Every arg of the event, as written. */
export function SliceArgs({ slice }: { readonly slice: SliceDetails }) {
  const { t } = useTranslation();
  const views = argViews(slice.args);
  return (
    <section className="slice-section" aria-label={t('slice.args')}>
      <h3 className="section-title">{t('slice.args')}</h3>
      {slice.argsNotice && <NoticeLine notice={slice.argsNotice} />}
      {views.length === 0 && !slice.argsNotice && (
        <p className="section-empty">{t(slice.place ? 'slice.noArgs' : 'slice.noEvent')}</p>
      )}
      <dl className="facts">
        {views.map((view, index) => (
          // Keys may repeat (args of B and of E): the position tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Arg key={index} view={view} />
        ))}
      </dl>
    </section>
  );
}

function Arg({ view }: { readonly view: ArgView }) {
  const { t } = useTranslation();
  switch (view.kind) {
    case 'plain':
      return (
        <Fact label={view.key} copy={argText(view.value)}>
          <PlainValue value={view.value} />
        </Fact>
      );
    case 'stack':
      return <CallStack label={view.key} frames={view.frames} />;
    case 'shapes':
      return <Tensors title={t(view.key === 'input' ? 'slice.inputs' : 'slice.outputs')} tensors={view.tensors} />;
  }
}

function PlainValue({ value }: { readonly value: ArgValue }) {
  switch (value.kind) {
    case 'text':
      return <span className="arg-text">{value.text}</span>;
    case 'number':
      return <span className="number">{value.digits}</span>;
    case 'literal':
      return <span className="arg-literal">{value.text}</span>;
    case 'list':
      if (value.items.every((item) => item.kind !== 'object' && item.kind !== 'list')) {
        return <span className="arg-text number">{argText(value)}</span>;
      }
      return <NestedValues entries={value.items.map((item, index) => ({ key: String(index), value: item }))} />;
    case 'object':
      return <NestedValues entries={value.entries} />;
  }
}

function NestedValues({
  entries,
}: {
  readonly entries: readonly { readonly key: string; readonly value: ArgValue }[];
}) {
  return (
    <dl className="facts facts-nested">
      {entries.map(({ key, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys of an object in a dump may repeat
        <div key={index} className="fact">
          <dt title={key}>{key}</dt>
          <dd>
            <PlainValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function CallStack({ label, frames }: { readonly label: string; readonly frames: readonly string[] }) {
  return (
    <div className="fact fact-wide">
      <dt>
        {label} <span className="badge">{frames.length}</span>
        <CopyButton text={frames.join('\n')} />
      </dt>
      <dd>
        <ol className="call-stack">
          {frames.map((frame, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a recursive call has equal frames
            <li key={index} title={frame}>
              {frame}
            </li>
          ))}
        </ol>
      </dd>
    </div>
  );
}

function Tensors({ title, tensors }: { readonly title: string; readonly tensors: readonly TensorRow[] }) {
  const { t } = useTranslation();
  const hasFormats = tensors.some((tensor) => tensor.format !== '');
  const hasTypes = tensors.some((tensor) => tensor.type !== '');
  const columns = [
    { title: t('slice.shape'), show: true, of: (tensor: TensorRow) => tensor.shape },
    { title: t('slice.type'), show: hasTypes, of: (tensor: TensorRow) => tensor.type },
    { title: t('slice.format'), show: hasFormats, of: (tensor: TensorRow) => tensor.format },
  ].filter((column) => column.show);
  const text = tensors.map((tensor) => columns.map((column) => column.of(tensor)).join('\t')).join('\n');
  return (
    <div className="fact fact-wide">
      <dt>
        {title} <span className="badge">{tensors.length}</span>
        <CopyButton text={text} />
      </dt>
      <dd>
        <table className="tensors">
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((column) => (
                <th key={column.title} scope="col">
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tensors.map((tensor, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tensors are told apart by their position
              <tr key={index}>
                <td className="number">{index}</td>
                {columns.map((column) => (
                  <td key={column.title} className="number">
                    {column.of(tensor) || '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </dd>
    </div>
  );
}
