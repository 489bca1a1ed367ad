import Dispatch
import Foundation
import ProcessLifecycle
import RheaFixtureAccount

// A program that shows, one situation for each first argument, what comes to
// declared callbacks by itself. The tests start it and read its lines.

switch situation {
case "shop": Situations.openShop()
case "launch":
  Situations.watchLaunch()
  switch CommandLine.arguments.dropFirst(2).first {
  case "dispatchMain": dispatchMain()
  case "RunLoop": RunLoop.main.run()
  default: ProcessLifecycle.launch()
  }
case "values", "chain", "errors": say("main")
case "suspended dispatchMain": dispatchMain()
case "suspended RunLoop": RunLoop.main.run()
case "built-ins": Situations.triggerBuiltIns()
case "list": Situations.list()
case "forward":
  Situations.forward()
  dispatchMain()
default: say("unknown situation")
}
