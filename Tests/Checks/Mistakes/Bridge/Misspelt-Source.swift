// The source of a wire is misspelled.
// The sources are the static members of `WireSource`.
import Bridge

#bridge(on: .url("kl://feed/reload"), run: "LoadFeed")
// 14: error: type 'RheaEvent' has no member 'url'
