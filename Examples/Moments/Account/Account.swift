import MomentsContract

/// The module that knows the user of the app, and no module that needs to.
enum Account {
  #premain { print("Account: reading the key chain") }

  #appDidFinishLaunching { context in
    let name = context.launchOptions.arguments.dropFirst().first ?? "Ada"
    await Rhea.run(event: .userDidLogin, param: User(name: name))
  }

  #rhea(time: .connectionDidDrop, repeatable: true) {
    print("Account: staying logged in while offline")
  }
}
