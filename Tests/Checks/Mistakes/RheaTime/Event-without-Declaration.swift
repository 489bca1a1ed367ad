// An event of another module is used without an import of that module.
// Import the module that declares the event in an extension of `RheaEvent`.
import RheaTime

#rhea(time: .userDidLogin) { print("hello") }
// 14: error: type 'RheaEvent' has no member 'userDidLogin'
