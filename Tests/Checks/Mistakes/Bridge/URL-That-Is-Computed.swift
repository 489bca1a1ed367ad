// The URL of a wire is a constant.
import Bridge

let url = "kl://feed/reload"

#bridge(on: .appDidFinishLaunching, call: url)
// 43: error: 'call' must be a string literal, because it is read when the program is compiled;
//   'url' is not (from macro 'bridge')
