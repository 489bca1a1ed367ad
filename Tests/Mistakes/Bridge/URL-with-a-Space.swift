// The URL of a wire has a space in it.
import Bridge

#bridge(on: .appDidFinishLaunching, call: "kl://feed/reload all")
// 43: error: 'kl://feed/reload all' is no URL that a wire can call; write one such as
//   'kl://feed/reload', in which braces hold the name of a value that comes with the call:
//   'kl://user/{id}/refresh' (from macro 'bridge')
