extension Report {
  /// What stands in the page before its script fills it.
  static let skeleton = #"""
    <header class="head">
      <div class="name"><h1>TITLE</h1><p id="counts"></p></div>
      <nav aria-label="Parts of this page">
        <a href="#problems" data-part="problems">Problems</a>
        <a href="#graph" data-part="graph">Graph</a>
        <a href="#launch" data-part="launch">Runs</a>
        <a href="#trace" data-part="trace">Trace</a>
        <a href="#tables" data-part="tables">Tables</a>
      </nav>
      <div class="search" role="search">
        <input class="field" id="search" type="search" autocomplete="off" spellcheck="false"
          placeholder="Search names, modules, places" aria-label="Search"><kbd>/</kbd>
      </div>
    </header>
    <main>
      <noscript><p class="panel empty">This page is drawn by its own script, which this browser
        does not run. The data is in the page as JSON.</p></noscript>
      <section id="problems" aria-labelledby="problems-title">
        <div class="section-head"><h2 id="problems-title">Problems</h2>
          <p id="problem-counts"></p></div>
        <div class="panel" id="problem-list"></div>
      </section>
      <section id="graph" aria-labelledby="graph-title">
        <div class="section-head"><h2 id="graph-title">Graph</h2>
          <p class="quiet">Double-click to open, drag to move, hold Ctrl and scroll to zoom.</p></div>
        <div class="filters" id="filters" role="group" aria-label="Filters"></div>
        <div class="panel graph-frame">
          <div class="canvas">
            <svg id="canvas" role="group" aria-label="The graph"></svg>
            <div class="crumbs" id="crumbs"></div>
            <div class="zoom">
              <button class="button" type="button" id="zoom-out" aria-label="Smaller">&#8722;</button>
              <button class="button" type="button" id="zoom-in" aria-label="Larger">+</button>
              <button class="button" type="button" id="zoom-fit">Fit</button>
            </div>
            <p class="graph-note" id="graph-note"></p>
          </div>
          <div class="details" id="details" aria-live="polite"></div>
        </div>
      </section>
      <section id="launch" aria-labelledby="launch-title" hidden>
        <div class="section-head"><h2 id="launch-title">Runs of tasks</h2></div>
        <div class="panel timeline" id="run-list"></div>
      </section>
      <section id="trace" aria-labelledby="trace-title" hidden>
        <div class="section-head"><h2 id="trace-title">Trace</h2>
          <p class="quiet">What ran, below what made it run.</p></div>
        <div class="panel trace" id="trace-list"></div>
      </section>
      <section id="tables" aria-labelledby="tables-title">
        <div class="section-head"><h2 id="tables-title">Everything declared</h2></div>
        <div class="tabs" id="tabs" role="group" aria-label="Kinds"></div>
        <div class="panel" id="table"></div>
      </section>
    </main>
    <footer>Written by ModularityKit from the records of the modules.</footer>
    """#
}
