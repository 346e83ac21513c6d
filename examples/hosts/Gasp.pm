# Gasp.pm - perl -MGasp: loads what perl.c, beside this, is compiled to.
#
# SPDX-License-Identifier: Apache-2.0

package Gasp;
use strict;
use warnings;
require DynaLoader;

(my $file = __FILE__) =~ s/Gasp\.pm$/gasp-perl.so/;
$file = "./$file" unless $file =~ m,/,;
my $library = DynaLoader::dl_load_file ($file, 0)
  or die "Gasp: $file: ", DynaLoader::dl_error (), "\n";
my $start = DynaLoader::dl_find_symbol ($library, 'gasp_perl_start')
  or die "Gasp: $file has been made of something else\n";
DynaLoader::dl_install_xsub ('Gasp::start', $start);
Gasp::start ();
1;
