// A URL that the module uses is put together.
// Write `{}` for each part that only the running program knows.
import Khala

let action = "delete"

#uses("kl://Store/\(action)?id={}")
// 7: error: '"kl://Store/\(action)?id={}"' has a part that only the running program knows; write
//   '{}' in its place (from macro 'uses')
// 7: note: replace it with '"kl://Store/{}?id={}"'
