import RheaTime

// What the compiler warns of in arguments, which stand in the expansion as well.

@available(*, deprecated, message: "call new() instead")
func old() {}

extension RheaEvent {
  @available(*, deprecated, message: "wait for another")
  static let former: RheaEvent = "former"
}

#load { old() }
#rhea(time: "event") { _ in
  old()
}
enum Callbacks {
  #rhea(time: .former, async: true) { old() }
  #rhea(time: "reference", func: old)
}
