// The result of a call is given where the function itself is meant.
// Leave the parentheses out: `func: start`.
import RheaTime

@MainActor func start() {}

#rhea(time: .premain, func: start())
// 1: error: no exact matches in call to macro 'rhea'
