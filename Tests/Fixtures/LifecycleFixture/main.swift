import Dispatch
import Foundation
import ProcessLifecycle

// A program that shows, one situation for each first argument, what the
// operating system tells a process. The tests start it, send it signals and
// read its lines.

let arguments = CommandLine.arguments.dropFirst()

switch arguments.first {
case "phases-dispatchMain":
  Situations.announcePhases()
  dispatchMain()
case "phases-runLoop":
  Situations.announcePhases()
  RunLoop.main.run()
case "phases-launch":
  Situations.announcePhases()
  ProcessLifecycle.launch()
  say("launched")
case "declared":
  Situations.announcePhases()
  dispatchMain()
case "phases-host": try Situations.driveByHost()
case "listen": Situations.listen(to: arguments.dropFirst().map { ProcessEvent($0) })
case "answer": Situations.answer()
case "availability": Situations.tellAvailability()
case "printing": Situations.listenAndPrint()
case "undrained": Situations.listenWithoutMainLoop()
case "slow": Situations.listenSlowly()
case "previous-handler": Situations.listenAboveHandler()
case "foreign-source": Situations.listenBesideDispatchSource()
case "restored": Situations.listenForAWhile()
case "host": try Situations.listenAsHost()
case "host-hears": try Situations.hearAsHost()
case "exit": Situations.endNormally()
case "exit-off-main": Situations.endOffMain()
case "on-main": Situations.tellWhereOnMain()
case "idle": Situations.waitForIdle()
case "descriptors": Situations.countDescriptors()
case "measure": Situations.measure()
default: say("unknown situation")
}
