// The URL of a wire has a space in it.
import Bridge

#bridge(on: .appDidFinishLaunching, call: "kl://feed/reload all")
// 43: error: 'kl://feed/reload all' cannot be called: a wire calls a URL such as
//   'kl://feed/reload'. Braces contain the name of a value of the call: 'kl://user/{id}/refresh'
//   (from macro 'bridge')
