// The method of an actor is named as the observer of its property.
// Write `whenDidSet(invoke: self) { actor, changes in actor.nameDidChange(changes) }`.
import Pharos

actor Account {
  @Relayed var name = ""

  func nameDidChange(_ changes: Changes<String>) {}

  func follow() {
    $name.whenDidSet(invoke: self, method: Account.nameDidChange)
    // 52: error in mode 6: cannot convert value of type '@Sendable (isolated Account) -> @Sendable
    //   (Changes<String>) -> ()' to expected argument type '(Account) -> (Changes<String>) -> Void'
    // 52: error in mode 5: cannot convert value of type '(isolated Account) -> (Changes<String>) ->
    //   ()' to expected argument type '(Account) -> (Changes<String>) -> Void'
  }
}
