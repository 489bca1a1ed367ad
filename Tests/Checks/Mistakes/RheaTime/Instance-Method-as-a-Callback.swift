// A callback names a method of an instance.
// Name a static method, or call that of a shared instance in a closure.
import RheaTime

final class Feed {
  func load() {}

  #premain(func: load)
  // 18: error in mode 6: converting non-Sendable function value to '@MainActor @Sendable () throws
  //   -> Void' may introduce data races
  // 18: error: instance member 'load' cannot be used on type 'Feed'; did you mean to use a value of
  //   this type instead?
  // 18: warning in mode 5: converting non-Sendable function value to '@MainActor @Sendable ()
  //   throws -> Void' may introduce data races
}
