import { LoaderCircle } from 'lucide-react';

/** Stands where something will be shown once it has been read. */
export function Reading({ text }: { readonly text: string }) {
  return (
    <div className="reading" role="status">
      <LoaderCircle size={16} className="spinning" aria-hidden />
      {text}
    </div>
  );
}
