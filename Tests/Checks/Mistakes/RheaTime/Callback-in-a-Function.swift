// A callback is declared inside a function.
import RheaTime

func start() {
  #rhea(time: .appDidFinishLaunching) { print("started") }
  // 3: error: a record cannot be declared inside a function, because it is part of the binary and
  //   not of a call; move it to file scope or into a type (from macro 'rhea')
  // 3: note: replace it with 'Rhea.on(.appDidFinishLaunching) { print("started") }'
}
