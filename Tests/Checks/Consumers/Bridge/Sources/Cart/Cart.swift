import Bridge
import Contract

#task("SaveCart", on: .demand) { context in
  print("saving a cart of \(context["value"] ?? "nothing")")
}

#task("Sync", on: .demand) { context in
  context.report(progress: 0.5)
  context.report(progress: 1)
}

#task("PauseMusic", on: .didEnterBackground) { print("the music pauses") }

#rhea(time: .userLeft, repeatable: true) { print("the user has left") }

#rhea(time: .cartCountDidChange, repeatable: true) { count in print("\(count) in the cart") }
