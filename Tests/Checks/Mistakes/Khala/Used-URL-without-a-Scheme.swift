// A URL that the module uses has no scheme.
// Write the URL as it is called, with its scheme and host.
import Khala

#uses("Store/delete")
// 7: error: 'Store/delete' is not a URL with a scheme and a host; write it as it is called, such as
//   'kl://Store/delete?id={}', where '{}' is a part that only the running program knows (from macro
//   'uses')
