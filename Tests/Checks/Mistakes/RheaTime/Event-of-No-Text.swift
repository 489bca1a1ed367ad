// An event has an empty text.
import RheaTime

#rhea(time: "") { print("when?") }
// 13: error: an event needs a name, by which triggers and callbacks refer to it (from macro 'rhea')
// 13: note: replace it with '"<#event#>"'
