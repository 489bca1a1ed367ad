import Dispatch
import Foundation
import ProcessLifecycle

ProcessLifecycle.on(.willFinishLaunching) { _ in
  await Task.yield()
  print("will finish launching")
}
ProcessLifecycle.on(.didFinishLaunching) { _ in
  print("did finish launching")
  await ProcessLifecycle.simulate(.terminate).finished()
  exit(0)
}
ProcessLifecycle.on(.terminate) { context in print("told to end by \(context.event)") }
dispatchMain()
