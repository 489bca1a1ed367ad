// A brace in the URL of a wire is not closed.
import Bridge

#bridge(on: .appDidFinishLaunching, call: "kl://feed/{id")
// 43: error: 'kl://feed/{id' cannot be called: a wire calls a URL such as 'kl://feed/reload'.
//   Braces contain the name of a value of the call: 'kl://user/{id}/refresh' (from macro 'bridge')
