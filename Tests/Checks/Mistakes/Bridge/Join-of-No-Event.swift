// An event is joined with `.none`.
import Bridge

#bridge(join: .appDidFinishLaunching, with: .none)
// 45: error: '.none' is no event; a wire needs one of TaskKit, such as '.didBecomeActive' (from
//   macro 'bridge')
// 45: note: replace it with '.<#event#>'
