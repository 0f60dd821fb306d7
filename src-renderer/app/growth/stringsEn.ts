/** What the window says of a dump that is being written. */
export const strings = {
  growth: {
    growing_one: 'Being written',
    growing_other: '{{n}} ranks being written',
    title: 'What is written to the files is shown every few seconds. The index is saved once they stand still.',
    follow: 'Follow the end',
    following: 'Following the end',
    followTitle: 'The view goes along with the end of the dump as long as that is in sight',
    command: 'Follow the end of a dump that is being written',
  },
};
