// Two events are joined inside a function.
import Bridge

func connect() {
  #bridge(join: .appDidFinishLaunching, with: .didFinishLaunching)
  // 3: error: a record cannot be declared inside a function, because it is part of the binary and
  //   not of a call; move it to file scope or into a type (from macro 'bridge')
  // 3: note: replace it with 'Bridge.join(.appDidFinishLaunching, with: .didFinishLaunching)'
}
