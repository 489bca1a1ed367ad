// A callback in a type uses a property of an instance.
// There is no instance: use a static property, or one that is shared.
import RheaTime

final class Feed {
  var isLoaded = false

  #premain { isLoaded = true }
  // 14: error: instance member 'isLoaded' cannot be used on type 'Feed'; did you mean to use a
  //   value of this type instead?
}
