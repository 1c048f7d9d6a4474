# Reads JUnit XML reports, prints tests by module, failures and skipped tests with their reasons, and last the line
# "N passed, N failed, N skipped". Exit status 1 if any failed. A record is one tag, so that it does not matter how a report
# is broken into lines. With broken=1 the build itself failed, which counts as one failure.

BEGIN { RS = "<"; failed = skipped = tests = 0 }

FNR == 1 {
    module = FILENAME
    sub(/^\.\//, "", module)
    sub(/\/target\/.*/, "", module)
}

/^testcase[ \t\n]/ {
    test = attribute("classname") "." attribute("name")
    tests++
    testsOf[module]++
}

# A repeated test may have several of these: only the first counts.
/^(failure|error)[ \t\n>]/ && failedTest != test { failedTest = test; failed++; failedOf[module]++; failures[failed] = line() }

/^skipped[ \t\n>\/]/ && skippedTest != test { skippedTest = test; skipped++; skippedOf[module]++; skips[skipped] = line() }

END {
    for (module in testsOf) {
        modules[++count] = module
    }
    sortModules()
    for (i = 1; i <= count; i++) {
        module = modules[i]
        printf "  %-24s %5d tests%s%s\n", module, testsOf[module], some(failedOf[module], "failed"), some(skippedOf[module], "skipped")
    }
    list("Skipped:", skips, skipped)
    list("Failed:", failures, failed)
    if (broken) {
        failed++
    }
    printf "\n%d passed, %d failed, %d skipped\n", tests - failed - skipped + broken, failed, skipped
    exit failed > 0
}

function attribute(name,    start, rest) {
    start = index($0, " " name "=\"")
    if (start == 0) {
        return ""
    }
    rest = substr($0, start + length(name) + 3)
    return plain(substr(rest, 1, index(rest, "\"") - 1))
}

function plain(text) {
    gsub(/&#10;|&#xA;|&#xa;/, "\n", text)
    gsub(/&lt;/, "<", text)
    gsub(/&gt;/, ">", text)
    gsub(/&quot;/, "\"", text)
    gsub(/&apos;/, "'", text)
    gsub(/&amp;/, "\\&", text)
    return text
}

function line(    reason) {
    reason = attribute("message")
    if (reason == "") {
        reason = attribute("type")
    }
    sub(/^\n+/, "", reason)
    gsub(/\n/, " ", reason)
    return test ": " (reason == "" ? "no reason given" : substr(reason, 1, 300))
}

function some(number, what) {
    return number > 0 ? ", " number " " what : ""
}

function list(title, lines, number,    i) {
    if (number > 0) {
        printf "\n%s\n", title
    }
    for (i = 1; i <= number; i++) {
        printf "  %s\n", lines[i]
    }
}

function sortModules(    i, j, swap) {
    for (i = 2; i <= count; i++) {
        for (j = i; j > 1 && modules[j - 1] > modules[j]; j--) {
            swap = modules[j]
            modules[j] = modules[j - 1]
            modules[j - 1] = swap
        }
    }
}
