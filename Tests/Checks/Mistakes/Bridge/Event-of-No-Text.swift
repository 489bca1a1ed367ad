// The event of a wire has an empty text.
import Bridge

#bridge(on: "", run: "LoadFeed")
// 13: error: an event needs a name, by which triggers and callbacks refer to it (from macro
//   'bridge')
// 13: note: replace it with '"<#event#>"'
