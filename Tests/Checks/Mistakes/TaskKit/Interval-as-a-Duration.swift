// The interval of a timer is a `Duration`.
// Write seconds: `every: 60`.
import TaskKit

#timer("poll", every: .seconds(60)) { print("polling") }
// 24: error: type 'TimeInterval' (aka 'Double') has no member 'seconds'
