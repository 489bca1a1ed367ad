// The function of a callback returns a value.
// Call it in a closure: `{ _ = start() }`.
import RheaTime

@MainActor func start() -> Int { 5 }

#premain(func: start)
// 16: error in mode 6: cannot convert value of type '@MainActor @Sendable () -> Int' to expected
//   argument type '@MainActor @Sendable () throws -> Void'
// 16: warning in mode 5: converting non-Sendable function value to '@MainActor @Sendable () throws
//   -> Void' may introduce data races
// 16: error in mode 5: cannot convert value of type '@MainActor () -> Int' to expected argument
//   type '@MainActor @Sendable () throws -> Void'
