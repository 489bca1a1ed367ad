// An event is joined with `.none`.
import Bridge

#bridge(join: .appDidFinishLaunching, with: .none)
// 45: error: a task of no event never runs; name the events that it is for, such as
//   '.didFinishLaunching', or '.demand' for a task that runs when it is called by its name (from
//   macro 'bridge')
// 45: note: replace it with '.<#event#>'
