// A wire that is connected at run time begins with an event alone.
// Write `.event(.appDidFinishLaunching)`, and `.task("LoadFeed")` for the target.
import Bridge

func connect() {
  Bridge.connect(.appDidFinishLaunching, to: "LoadFeed")
  // 46: error: cannot convert value of type 'String' to expected argument type 'WireTarget<Value>'
  // 10: error: generic parameter 'Value' could not be inferred
  // 19: error: type 'WireSource<Value>' has no member 'appDidFinishLaunching'
}
