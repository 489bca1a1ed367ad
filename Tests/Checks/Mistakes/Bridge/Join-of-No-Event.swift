// An event is joined with `.none`.
import Bridge

#bridge(join: .appDidFinishLaunching, with: .none)
// 45: error: '.none' is not an event; a wire needs an event of TaskKit, such as '.didBecomeActive' (from
//   macro 'bridge')
// 45: note: replace it with '.<#event#>'
