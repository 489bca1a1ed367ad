import ProcessLifecycle

// A program without a main loop: the third moment comes by a call.

say("main")
ProcessLifecycle.launch()
